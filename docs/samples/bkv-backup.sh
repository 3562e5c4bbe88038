#!/bin/sh
# Run by bkv-backup.service: writes an encrypted backup into BACKUP_DIR, and deletes all but the newest BACKUP_KEEP.
set -eu
umask 077
: "${BACKUP_DIR:?} ${BACKUP_KEY:?} ${BACKUP_KEEP:=14} ${BKV:=/opt/bkv/current/bin/bkv}"

plain=$BACKUP_DIR/unencrypted.tar.gz
gnupg=$(mktemp -d)
trap 'rm -rf "$plain" "$plain.gpg" "$gnupg"' EXIT
rm -f "$plain" "$plain.gpg"

# An incomplete backup ends with an error too. It is kept, but older ones are then not deleted.
status=0
"$BKV" backup "$plain" || status=$?
[ -e "$plain" ] || exit "$status"
gpg --batch --quiet --homedir "$gnupg" --recipient-file "$BACKUP_KEY" --output "$plain.gpg" --encrypt "$plain"
mv "$plain.gpg" "$BACKUP_DIR/bkv-$(date -u +%Y-%m-%dT%H%M%SZ).tar.gz.gpg"
[ "$status" = 0 ] || exit "$status"

# The names sort by time.
ls "$BACKUP_DIR" | grep '^bkv-.*\.tar\.gz\.gpg$' | sort | head -n "-$BACKUP_KEEP" | while read -r name; do
  rm "$BACKUP_DIR/$name"
done
