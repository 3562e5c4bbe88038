// The browser of all measurements.
import { chromium } from '@playwright/test'

const ARGS = [
  // The browser must not contact other machines.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
  // While a page is being measured, V8 looks up source positions and parses React a second time for them, which takes 100 ms and more
  // on the slow phone. With this flag it records them during the first parse.
  '--js-flags=--no-enable-lazy-source-positions',
]

export const launchBrowser = (...args: string[]) =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: [...ARGS, ...args] })
