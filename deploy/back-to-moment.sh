#!/bin/sh
# Sets the database back to a moment: back-to-moment.sh <base backup> <moment, such as '2026-11-15 09:30:00+00'>
# PostgreSQL must be stopped. What is there now is kept beside it, under the name "before-" and the date.
set -eu
place=$(dirname "$(dirname "$PGDATA")")
base="$place/$1"
moment=$2
test -d "$base" || { echo "There is no $base. There are:"; ls -d "$place"/base-*; exit 1; }
if test -e "$PGDATA/postmaster.pid"; then echo "PostgreSQL is running, or was killed: stop it first."; exit 1; fi
kept="$(dirname "$PGDATA")/before-$(date -u +%F-%H%M%S)"
mv "$PGDATA" "$kept"
cp -a "$base" "$PGDATA"
# What had happened but was not put aside yet lies only here.
find "$kept/pg_wal" -maxdepth 1 -type f -name '0000*' -exec cp -n {} "$PGDATA/pg_wal/" \;
cat >> "$PGDATA/postgresql.auto.conf" <<END
restore_command = 'cp $place/archive/%f %p'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
END
touch "$PGDATA/recovery.signal"
echo "Start PostgreSQL now: it goes on from $moment. The state before is kept in $kept."
