#!/bin/sh
# Installs this release on a computer with systemd. As root: sh cueboard-<version>/docs/install.sh
# Root owns the programs, so a server that is broken into can't change them; the account `cueboard` owns the data.
set -eu
umask 022
fail() {
  echo "$1" >&2
  exit 1
}
here=$(cd "$(dirname "$0")/.." && pwd)
[ -e "$here/release.json" ] || fail 'Run it from the folder of a release: npm run release makes one of a checkout.'
[ "$(id -u)" = 0 ] || fail 'Run it as root.'
[ ! -e /opt/cueboard/current ] || fail 'CueBoard is installed: use "cueboard update".'
[ "$(node -p 'parseInt(process.versions.node)' 2>/dev/null || echo 0)" -ge 20 ] || fail 'Node 20 or newer is needed.'
[ "$(npm --version 2>/dev/null | cut -d. -f1)" -ge 10 ] || fail 'npm 10 or newer is needed: npm install --global npm@11'

field() { node -p "require('$here/release.json').$1"; }
version=$(field version)
generation=$version-$(date -u +%Y-%m-%dT%H-%M-%SZ)
program=/opt/cueboard/releases/$version-$(field commit | cut -c1-8)
at=/opt/cueboard/at/$generation
data=/var/lib/cueboard/$generation

id cueboard >/dev/null 2>&1 ||
  useradd --system --create-home --home-dir /var/lib/cueboard --shell /usr/sbin/nologin cueboard
chmod 750 /var/lib/cueboard
rm -rf "$program.unfinished"
mkdir -p /opt/cueboard/releases "$at"
cp -r "$here" "$program.unfinished"
(cd "$program.unfinished" && HOME=/root npm ci --omit=dev)
rm -rf "$program"
mv "$program.unfinished" "$program"

# Data of a checkout's server, from before there were releases, become the first generation's.
if [ -e /var/lib/cueboard/data ]; then
  runuser -u cueboard -- mv /var/lib/cueboard/data "$data"
else
  runuser -u cueboard -- mkdir -m 700 "$data"
fi
ln -s "$program" "$at/program"
ln -s "$data" "$at/data"

[ -e /etc/cueboard.env ] || echo "OPTIONS='--host --no-demo'" >/etc/cueboard.env
ln -sfn /opt/cueboard/current/program/docs/cueboard.sh /usr/local/sbin/cueboard
install -m 644 "$program/docs/cueboard.service" /etc/systemd/system/cueboard.service
ln -sfn "$at" /opt/cueboard/current
systemctl daemon-reload
systemctl enable --now cueboard
echo 'CueBoard runs. Its log: journalctl -u cueboard -f'
