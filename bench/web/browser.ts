// The browser of all measurements.
import { chromium } from '@playwright/test'

const ARGS = [
  // It must not contact anything outside this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
  // While it is being measured, V8 looks up source positions that other browsers never ask for, and parses React a second time for
  // them: 100 ms and more on the slow phone. With this it notes them as it parses.
  '--js-flags=--no-enable-lazy-source-positions',
]

export const launchBrowser = (...args: string[]) =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: [...ARGS, ...args] })
