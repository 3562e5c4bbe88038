import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider, loadArea } from '../../../lib/i18n.tsx'
import { StaticRouter } from '../../../lib/router/router.tsx'
import { NO_DEVICES } from '../devices/devices-state.ts'
import type { MediaState } from '../signals.ts'
import { CallFacts } from './connection-status.tsx'
import type { MeetingState } from './meeting.ts'

const SEEN: MediaState = { camera: true, microphone: true, screen: false }
const PAUSED: MediaState = { ...SEEN, isPaused: true }

/** The texts about two connections that are both rated good. */
async function factsOf(own: MediaState, other: MediaState) {
  await loadArea('en', 'room')
  const view = { quality: 'good', other: { quality: 'good', media: other }, devices: { ...NO_DEVICES, media: own } } as MeetingState
  const facts = createElement(CallFacts, { view, name: 'Ela' })
  const provided: ComponentProps<typeof I18nProvider> = { language: 'en', children: facts }
  const html = renderToStaticMarkup(createElement(StaticRouter, { path: '/' }, createElement(I18nProvider, provided)))
  return [...html.matchAll(/<li[^>]*>.*?<\/svg>(.*?)<\/li>/g)].map(([, text]) => text)
}

test('a connection with good measurements is called good only while both send video', async () => {
  expect(await factsOf(SEEN, SEEN)).toEqual(['Good connection'])
  expect(await factsOf(PAUSED, SEEN)).toEqual(['Your connection is poor'])
  expect(await factsOf(SEEN, PAUSED)).toEqual(['Ela: poor connection'])
})
