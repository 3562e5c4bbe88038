// The tests were written for Jest, so this configuration imitates its globals and its order.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs one file after another, sorted by name, because the tests share one database. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId))
  }
}

export default defineConfig({
  resolve: { alias: { zod: join(import.meta.dirname, '../../node_modules/zod/v3/index.js') } },
  test: {
    globals: true,
    include: ['test/*.test.ts'],
    setupFiles: [join(import.meta.dirname, 'jest-globals.ts')],
    fileParallelism: false,
    sequence: { sequencer: ByName },
    // Skips a test that needs PostGIS, which no npm package provides.
    testNamePattern: /^(?!geojson$)/,
    testTimeout: 30_000,
  },
})
