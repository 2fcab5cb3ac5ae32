#!/bin/sh
# Runs a command in the current release, as the server's account and with its settings: cueboard npm run doctor. As
# root: cueboard update, cueboard back.
set -ae
cd /opt/cueboard/current/program
HOME=/var/lib/cueboard
CUEBOARD_DATA=/opt/cueboard/current/data
[ ! -e /etc/cueboard.env ] || . /etc/cueboard.env
update() { exec node_modules/.bin/node supabase/embedded/ops/update.ts "$@"; }
case ${1-} in
update) shift && update "$@" ;;
back) update back ;;
esac
exec runuser -u cueboard -- "$@"
