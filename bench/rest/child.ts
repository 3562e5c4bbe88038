// Each server runs in its own process, so that it does not share an event loop with the measurement.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve as resolvePath } from 'node:path'
import { freePort } from '../../server/testing/server.ts'
import type { Target } from '../load.ts'

export interface Child extends Target {
  ask: <T>(question: unknown) => Promise<T>
  stop: () => Promise<void>
}

export async function startChild(file: string, env: NodeJS.ProcessEnv, execArgv: string[] = []): Promise<Child> {
  const port = await freePort()
  const child = fork(resolvePath(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', ALLOW_PLACEHOLDERS: 'on', ...env, PORT: String(port) },
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorOutput = `${errorOutput}${text}`.slice(-2000)))
  const answer = () => nextMessage(child, () => `${file} ended: ${errorOutput.trim() || 'without a message'}`)
  await answer()
  return {
    port,
    pid: child.pid,
    async ask<T>(question: unknown) {
      const answered = answer()
      child.send(question as string)
      return (await answered) as T
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

function nextMessage(child: ChildProcess, describe: () => string) {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(describe()))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}

/** In the child process: reports that it is ready, answers questions, and exits when the parent disconnects. */
export function serveParent(answer: (question: unknown) => unknown) {
  const tell = (message: unknown) => process.send?.(message)
  process.on('message', (question) => tell(answer(question)))
  process.once('disconnect', () => process.exit(0))
  tell('ready')
}
