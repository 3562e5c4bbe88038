// Starts the embedded backend, which replaces Supabase.
import { createHmac } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Endpoint } from './app.ts'
import { createAuth } from './auth/handler.ts'
import { backupSamples } from './backup/last-backup.ts'
import type { Config } from './config.ts'
import { createMailSink } from './dev/mail-sink.ts'
import { createEndpoint } from './functions/endpoint.ts'
import { functionEnvironment } from './functions/environment.ts'
import { createFunctions } from './functions/host.ts'
import { createSchedule } from './functions/schedule.ts'
import { readFunctionSettings } from './functions/settings.ts'
import { createGate } from './gate.ts'
import { createHeldBytes, type HeldBytes } from './held-bytes.ts'
import { createIdentities } from './identity.ts'
import { type ApiKeys, readKeys } from './keys.ts'
import { listenTo } from './listen.ts'
import type { Source } from './metrics.ts'
import { checkExternal } from './postgres/external.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { acquireServingLock } from './postgres/serving-lock.ts'
import { startPostgres } from './postgres/start.ts'
import type { Project } from './project.ts'
import { type Realtime, startRealtime } from './realtime/start.ts'
import { startRest } from './rest/handler.ts'
import { WRITE_TIMEOUT_MS } from './rest/limits.ts'
import { startStorage } from './storage/handler.ts'
import { checkS3 } from './storage/s3.ts'
import { seedObjects } from './storage/seed-objects.ts'
import { createTokens } from './tokens.ts'
import { createUpgradeBackups } from './upgrade-backups.ts'

/** `notify public_data, '<topic>'` announces that public data have changed. */
const PUBLIC_DATA = 'public_data'

export interface Backend {
  publishableKey: string
  /** The available demo accounts, if they were requested. */
  demo: string[] | undefined
  /** Messages from the project to the operator. */
  notices: string[]
  isReady: () => Promise<boolean>
  heldBytes: HeldBytes
  hasFunction: (name: string) => boolean
  /** Endpoints by path prefix. */
  parts: Record<string, Endpoint>
  /** Calls back with the topic when public data change, and with undefined when messages may have been missed. */
  watchPublicData: (onChange: (topic: string | undefined) => void) => { stop: () => Promise<void> }
  /** The WebSocket server. */
  live: Pick<Realtime, 'upgrade' | 'closeAll'>
  /** Returns the function that stops the schedule. Undefined if another server runs it. */
  startSchedule: (() => () => Promise<void>) | undefined
  samples: Source
}

export interface Standby {
  /** Aborts the wait. */
  signal?: AbortSignal | undefined
  /** Called when another server has taken over. */
  onLost?: () => void
}

/** `folder` is a standard `supabase/` folder. Each part that needs a shutdown registers its stop function. */
export async function startBackend(
  config: Config,
  folder: string,
  project: Project,
  log: Logger,
  onStop: (stop: () => Promise<void>) => void,
  { signal, onLost = () => {} }: Standby = {},
): Promise<Backend> {
  const settingsOf = readFunctionSettings(folder)
  if (config.s3) await checkS3(config.s3)
  // Other users may traverse the folder, because PostgreSQL runs as another user when we are root. Its contents are private.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
  const lock = await lockFolder(config.dataDir)
  onStop(lock.release)
  const keys = readKeys(config)
  const tokens = await createTokens(config)
  if (config.databaseUrl) {
    await checkExternal(config.databaseUrl, project.postgresVersion)
    const serving = await acquireServingLock({
      url: config.databaseUrl,
      keyFingerprint: fingerprintOf(keys, tokens.jwks),
      sharesFiles: config.s3 !== undefined,
      onStandby: () => log.warn('another server serves this database; this one waits as standby'),
      onLost,
      signal,
    })
    onStop(serving.release)
  }
  const aroundUpgrade = createUpgradeBackups(config, log)
  const postgres = await startPostgres({ config, project: folder, variables: project.variables, aroundUpgrade, log })
  onStop(postgres.stop)

  const identities = createIdentities({ keys, tokens })
  const secretFor = (purpose: string) => createHmac('sha256', keys.secret).update(purpose).digest('base64')
  const hookSecret = `v1,whsec_${secretFor('send email hook')}`

  const catchesMail = config.mail.transport === 'outbox' && !config.production
  const sink = catchesMail ? createMailSink({ folder: join(config.dataDir, 'mail'), secret: secretFor('mail sink') }) : undefined
  const mailSink = sink && { url: `${localUrl(config)}/dev/mail`, secret: secretFor('mail sink') }

  const functions = createFunctions({
    folder: join(folder, 'functions'),
    bodyBytes: project.functionBodyBytes,
    environment: functionEnvironment({
      config,
      folder,
      variables: project.variables,
      keys,
      jwks: tokens.jwks,
      hookSecret,
      localUrl: localUrl(config),
      mailSink,
    }),
    log,
  })
  onStop(functions.stop)
  const schedule = config.runsSchedule
    ? await createSchedule({ pool: postgres.pool, functions, secretKey: keys.secret, siteUrl: config.siteUrl, log })
    : undefined
  const writeTimeoutMs = config.writeTimeoutMs ?? WRITE_TIMEOUT_MS
  const heldBytes = createHeldBytes()
  const gate = createGate(postgres.pool, { heldBytes })
  const rest = await startRest({
    pool: postgres.pool,
    gate,
    heldBytes,
    identify: identities.identify,
    maxResponseBytes: config.maxResponseBytes,
    writeTimeoutMs,
    ...project.api,
    attemptLimits: project.attempts,
    rateLimitFactor: config.rateLimitFactor,
    log,
  })
  onStop(rest.stop)
  const auth = createAuth({
    pool: postgres.accounts,
    tokens,
    identities,
    hook: {
      url: `${config.siteUrl}/functions/v1/${project.mailHook}`,
      call: (request) => functions.call(project.mailHook, request),
    },
    hookSecret,
    secret: keys.secret,
    previousSecret: config.previousSecretKey,
    siteUrl: config.siteUrl,
    siteName: project.accounts.siteName,
    webAuthn: project.accounts.webAuthn,
    hasPasskeys: project.accounts.passkeys,
    confirmsEmail: config.confirmEmail,
    confirmsBothAddresses: project.accounts.confirmsBothAddresses,
    allowsSignUp: config.signUp ?? project.accounts.allowsSignUp,
    rateLimitFactor: config.rateLimitFactor,
    log,
  })
  onStop(auth.stop)
  const realtime = startRealtime({
    url: postgres.replicationUrl,
    identities,
    rateLimitFactor: config.rateLimitFactor,
    log,
  })
  onStop(realtime.stop)
  const storage = startStorage({
    gate,
    identify: identities.identify,
    folder: join(config.dataDir, 'storage'),
    s3: config.s3,
    secret: secretFor('storage addresses'),
    writeTimeoutMs,
    log,
  })
  onStop(storage.stop)
  if (config.seed === 'demo') await seedObjects(storage, { project: folder, secretKey: keys.secret })

  return {
    publishableKey: keys.publishable,
    demo: postgres.demo,
    notices: postgres.notices,
    isReady: postgres.isReady,
    heldBytes,
    hasFunction: rest.hasFunction,
    watchPublicData: (onChange) =>
      listenTo(postgres.pool, PUBLIC_DATA, { onMessage: (topic) => onChange(topic), onReconnect: () => onChange(undefined) }),
    live: realtime,
    startSchedule: schedule?.start,
    samples: async () => [
      { name: 'realtime_connections', help: 'Open WebSockets.', value: realtime.connections() },
      { name: 'functions_waiting_calls', help: 'Function calls that arrive or wait.', value: functions.waitingCalls() },
      ...(await backupSamples(config.dataDir)),
      ...(await postgres.samples()),
    ],
    parts: {
      '/rest/v1': rest.handle,
      '/auth/v1': auth.handle,
      '/realtime/v1': realtime.handle,
      '/storage/v1': storage.handle,
      '/functions/v1': createEndpoint({ functions, settingsOf, identifyPerson: identities.identifyPerson, siteUrl: config.siteUrl }),
      ...(sink ? mailSinkParts(sink) : {}),
    },
  }
}

function mailSinkParts(sink: ReturnType<typeof createMailSink>): Record<string, Endpoint> {
  return {
    '/dev/mail': (request, path) => (request.method === 'POST' ? sink.receive(request) : sink.show(request, path)),
    '/dev/mail.json': (request) => sink.show(request, '.json'),
  }
}

function fingerprintOf(keys: ApiKeys, jwks: { keys: { kid?: string }[] }) {
  const facts = [keys.publishable, keys.secret, ...jwks.keys.map(({ kid }) => kid)]
  return createHmac('sha256', keys.secret).update(facts.join('\n')).digest('hex').slice(0, 16)
}

// The unspecified address listens on every interface but cannot be called.
function localUrl({ host, port }: Config) {
  const callable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`
}
