#!/bin/sh
# Copies the whole database while it runs, as the start for going back to any later moment, and throws away what is older
# than two weeks. For PostgreSQL's own user on PostgreSQL's own machine; once a week is enough.
set -eu
place=$(dirname "$(dirname "$PGDATA")")
base="$place/base-$(date -u +%F-%H%M)"
pg_basebackup --username="${PGUSER:-shop}" --pgdata="$base.part" --checkpoint=fast
mv "$base.part" "$base"
find "$place" -maxdepth 1 -name 'base-*' -mtime +15 -exec rm -rf {} +
find "$place/archive" -type f -mtime +16 -delete
echo "Written: $base"
