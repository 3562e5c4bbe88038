// Each server is a process of its own, so that nothing shares an event loop with the one who measures.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../server/testing/server.ts'
import type { Target } from '../load.ts'

export interface Child extends Target {
  ask: <T>(question: unknown) => Promise<T>
  stop: () => Promise<void>
}

export async function startChild(file: string, env: NodeJS.ProcessEnv, execArgv: string[] = []): Promise<Child> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = `${complaint}${text}`.slice(-2000)))
  const answer = () => nextMessage(child, () => `${file} ended: ${complaint.trim() || 'without a word'}`)
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

function nextMessage(child: ChildProcess, complain: () => string) {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(complain()))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}

/** In the child: it is ready, answers, and ends when nobody listens any more. */
export function serveParent(answer: (question: unknown) => unknown) {
  const tell = (message: unknown) => process.send?.(message)
  process.on('message', (question) => tell(answer(question)))
  process.once('disconnect', () => process.exit(0))
  tell('ready')
}
