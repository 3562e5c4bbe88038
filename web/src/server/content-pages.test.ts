// How the server selects the published content of a page.
import { describe, expect, test } from 'vitest'
import { answersIn, shownProjects } from '../domain/shown-content.ts'
import type { FaqBody, NoticeBody, ProjectBody } from '../domain/site-content.ts'
import { convertFor } from '../lib/markdown.ts'
import { noticesOf } from './data-pages.ts'

const notice = (text: string, from: string | null, until: string | null): { body: NoticeBody } => ({
  body: { texts: { tr: text }, from, until },
})
const textsAt = (now: string, ...notices: { body: NoticeBody }[]) => noticesOf({ notices }, new Date(now)).map(({ tr }) => tr)

describe('notices', () => {
  test('are shown from their first to their last day in Baku, which is four hours ahead', () => {
    const one = notice('Bayram', '2026-11-20', '2026-11-21')
    expect(textsAt('2026-11-19T19:59:00Z', one)).toEqual([])
    expect(textsAt('2026-11-19T20:00:00Z', one)).toEqual(['Bayram'])
    expect(textsAt('2026-11-21T19:59:00Z', one)).toEqual(['Bayram'])
    expect(textsAt('2026-11-21T20:00:00Z', one)).toEqual([])
  })

  test('have no beginning or no end if that day is missing', () => {
    const notices = [notice('A', null, null), notice('B', '2026-01-01', null), notice('C', null, '2026-12-31')]
    expect(textsAt('2026-11-19T12:00:00Z', ...notices)).toEqual(['A', 'B', 'C'])
  })

  test('are at most three a day, in their order', () => {
    const notices = ['A', 'B', 'C', 'D'].map((text) => notice(text, null, null))
    expect(textsAt('2026-11-19T12:00:00Z', notice('past', null, '2020-01-01'), ...notices)).toEqual(['A', 'B', 'C'])
  })

  test('are one line of HTML', () => {
    expect(textsAt('2026-11-19T12:00:00Z', notice('- **Yarın** <b> [x](javascript:alert(1))', null, null))).toEqual([
      '- <strong>Yarın</strong> &lt;b&gt; <a>x</a>',
    ])
  })
})

const project = (body: Partial<ProjectBody>) => ({
  id: 'a',
  slug: 'a',
  body: { titles: { az: 'Ev' }, places: {}, year: null, area_m2: null, texts: {}, photos: [], ...body },
})

test('each part of a project is in the reader’s language, or else in another one that is named', () => {
  const texts = { tr: '*Metin*', en: '*Text*' }
  const photos = [{ path: 'p', alts: { ru: 'Кухня' } }]
  expect(shownProjects([project({ texts, photos })], 'en').projects).toMatchObject([
    {
      title: { text: 'Ev', language: 'az', otherLanguage: 'Azərbaycanca' },
      place: undefined,
      text: { html: '<p><em>Text</em></p>', language: 'en', otherLanguage: undefined },
      photos: [{ path: 'p', alt: { text: 'Кухня', language: 'ru', otherLanguage: 'Русский' } }],
    },
  ])
})

test('a page has twelve projects at most, and says whether there are others', () => {
  const rows = Array.from({ length: 13 }, (_, place) => ({ ...project({}), id: `id ${place}` }))
  const shown = shownProjects(rows, 'tr')
  expect([shown.projects.length, shown.projects.at(-1)?.id, shown.hasMore]).toEqual([12, 'id 11', true])
  expect(shownProjects(rows.slice(1), 'tr')).toMatchObject({ hasMore: false, projects: { length: 12 } })
})

test('a question is never shown with the answer to it in another language', () => {
  const body: FaqBody = { category: 'general', questions: { tr: 'Soru?', en: 'Question?' }, answers: { en: 'Answer' } }
  expect(answersIn([{ slug: 'a', body }], 'tr')).toMatchObject([
    { question: 'Question?', answer: { html: '<p>Answer</p>', language: 'en', otherLanguage: 'English' } },
  ])
})

test('texts for which there is no time are shown as they were typed, and converted by the next time', async () => {
  const rows = ['*_'.repeat(2000), '- a\n'.repeat(1000), '<script> **Ceviz**\n\n[dolap](https://bkv.example/)'].map((text, number) => {
    const body: FaqBody = { category: 'general', questions: { tr: 'Soru?' }, answers: { tr: text } }
    return { slug: `entry-${number}`, body }
  })
  const render = () => convertFor(-1, () => answersIn(rows, 'tr').at(-1)?.answer.html)
  expect(render()).toEqual({
    isComplete: false,
    result: '<p>&lt;script&gt; **Ceviz**</p>\n<p>[dolap](https://bkv.example/)</p>',
  })
  await expect.poll(() => render().isComplete, { timeout: 30_000 }).toBe(true)
  expect(render().result).toBe('<p>&lt;script&gt; <strong>Ceviz</strong></p>\n<p><a href="https://bkv.example/">dolap</a></p>')
})
