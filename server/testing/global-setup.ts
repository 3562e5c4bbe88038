import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Pick<TestCluster, 'url' | 'templates'>
  }
}

export default async function ({ provide }: TestProject) {
  const { url, templates, stop } = await startTestCluster()
  provide('cluster', { url, templates })
  return stop
}
