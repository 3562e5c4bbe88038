// Files of an appointment for tests: the object as the storage service stores it, and its record.
import { idOf, type Person, type Session, superuser } from './clinic.ts'

/** The values in which the object differs from the record. Null means that there is no object. */
export type StoredObject = { size?: number | null; mimetype?: string | null; owner?: string } | null

/** Stores the object first, as an upload does, and then adds the record with the person's own rights. */
export async function addRecord(
  session: Session,
  person: Person,
  appointment: string,
  values: Record<string, unknown> = {},
  stored: StoredObject = {},
) {
  const row = {
    appointment_id: appointment,
    file_name: 'Tahlil sonuçları.pdf',
    file_path: `${appointment}/1763000000000-tahlil.pdf`,
    file_size: 1000,
    file_type: 'application/pdf',
    ...(typeof person === 'string' ? { uploaded_by: idOf(person) } : {}),
    ...values,
  }
  if (stored) {
    const { size = row.file_size, mimetype = row.file_type, owner = row.uploaded_by } = stored
    await session.as(superuser, ({ query }) =>
      query(
        `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('appointment-files', $1, $2, $3)
         on conflict (bucket_id, name) do update set owner_id = excluded.owner_id, metadata = excluded.metadata`,
        [row.file_path, owner, { size, mimetype }],
      ),
    )
  }
  const columns = Object.keys(row)
  return session.as(person, ({ query }) =>
    query<{ id: string }>(
      `insert into appointment_files (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
      Object.values(row),
    ),
  )
}

/** Adds an object with the person's own rights. */
export function addObject(
  session: Session,
  person: Person,
  name: string,
  {
    owner = typeof person === 'string' ? idOf(person) : null,
    bucket = 'appointment-files',
    size = 1000,
    mimetype = 'application/pdf',
  } = {},
) {
  return session.as(person, ({ query }) =>
    query('insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, $4) returning name', [
      bucket,
      name,
      owner,
      { size, mimetype },
    ]),
  )
}
