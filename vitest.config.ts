import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,supabase,web,scripts}/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['server/testing/restore-globals.ts'],
    // Tests mostly wait: for timeouts, for PostgreSQL, for processes that they start. Of two cores, two workers used half, three two thirds,
    // four five sixths.
    maxWorkers: 4,
    // The files of a worker share its modules. Loading the server again for each of 200 files took a fifth of the time.
    isolate: false,
    // Guards against tests that hang. A machine whose cores are shared can be five times slower than usual for a while.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // A busy machine needs more than the second that is usual.
    expect: { poll: { timeout: 10_000 } },
    // A summary that says "…(4)" does not tell what was wrong in a run that does not repeat.
    chaiConfig: { truncateThreshold: 400 },
    tags: [
      {
        name: 'long',
        description:
          'A test that takes seconds because it starts servers, kills processes, fills tables, waits, or repeats something many times. ' +
          'Neither `npm run check` nor `npm test` runs it; `npm run prove long` does, and `.ci/run` a third of them.',
      },
    ],
  },
})
