// The clinic behind the real server, which sends its mail to a real SMTP server that stores every mail.
import type { Email } from 'postal-mime'
import { openPostOffice, type PostOffice } from '../functions/_shared/testing/post-office.ts'
import { openForThisFile, superuser } from './clinic.ts'
import { invoke, startClinicServer } from './clinic-server.ts'

/** Without this, mails would be sent with STARTTLS and fail, because the server's certificate is not trusted. */
const PLAIN = { disabledCommands: ['STARTTLS'] }

export async function startClinicWithMail(env: NodeJS.ProcessEnv = {}) {
  let office: PostOffice = await openPostOffice(PLAIN)
  const { port } = office
  const clinic = await startClinicServer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'BKV <no-reply@bkv.example.com>',
    ...env,
  })

  return {
    ...clinic,
    deliver: () => invoke(clinic.withSecretKey, 'deliver-mail'),
    /** The mails that arrived since the last call. */
    async collect(): Promise<Email[]> {
      const mails = await office.read()
      office.arrived.length = 0
      return mails
    },
    raw: () => office.arrived.map(({ raw }) => raw),
    closePost: () => office[Symbol.asyncDispose](),
    async reopenPost(options: Parameters<typeof openPostOffice>[0] = {}) {
      office = await openPostOffice({ ...PLAIN, ...options, port })
    },
    outbox: () =>
      clinic.as(superuser, ({ query }) =>
        query<{ kind: string; state: string; last_error: string | null; attempts: number }>(
          'select kind, state, last_error, attempts from private.mail_outbox order by created_at, kind, recipient',
        ),
      ),
    /** Moves the times of every mail back, as if that much time had passed. */
    wait: (time: string) =>
      clinic.keep(superuser, ({ query }) =>
        query('update private.mail_outbox set next_attempt_at = next_attempt_at - $1::interval, expires_at = expires_at - $1::interval', [
          time,
        ]),
      ),
    forgetMails: () => clinic.keep(superuser, ({ query }) => query('delete from private.mail_outbox')),
    async stop() {
      await clinic.stop()
      await office[Symbol.asyncDispose]()
    },
  }
}

/** The server of this test file, see `useClinic`. */
export const useClinicWithMail = (env: NodeJS.ProcessEnv = {}) =>
  openForThisFile(
    () => startClinicWithMail(env),
    (clinic) => clinic.stop(),
  )
