// The tests were written for Jest: this gives them its names and its order.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests share one database: one file after the other, by name. */
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
    // Needs PostGIS, which no npm package brings.
    testNamePattern: /^(?!geojson$)/,
    testTimeout: 30_000,
  },
})
