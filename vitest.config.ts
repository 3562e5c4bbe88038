import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,supabase,web,scripts}/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
