#!/bin/sh
# Runs a command in the checkout, as the server's account and with its settings: cueboard npm run doctor
set -ae
cd /opt/cueboard
HOME=/var/lib/cueboard
CUEBOARD_DATA=/var/lib/cueboard/data
[ ! -e /etc/cueboard.env ] || . /etc/cueboard.env
exec runuser -u cueboard -- "$@"
