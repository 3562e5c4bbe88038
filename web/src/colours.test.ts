import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./styles/theme.css', import.meta.url), 'utf8')

/** The colours that a theme defines, such as `--paper`. */
function coloursOf(selector: string) {
  const block = new RegExp(`^${selector.replace('.', '\\.')} \\{\\n(.*?)^\\}`, 'ms').exec(css)?.[1] ?? ''
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

function luminanceOf(colour: string) {
  const channels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

// WCAG 1.4.11 requires contrast for what identifies a control, which axe does not measure.
for (const theme of [':root', '.dark'])
  for (const background of ['paper', 'surface', 'tint'])
    test(`the border of controls has a contrast of 3:1 on ${background} in ${theme}`, () => {
      const colours = coloursOf(theme)
      expect(contrastOf(colours.get('control') ?? '', colours.get(background) ?? '')).toBeGreaterThanOrEqual(3)
    })

// Times, days and types have no outline, so only their text and the fill of the chosen one identify them.
for (const theme of [':root', '.dark']) {
  const of = (name: string) => coloursOf(theme).get(name) ?? ''
  for (const [text, background] of [
    ['action-strong', 'tint'],
    ['muted', 'tint'],
    ['on-action', 'action'],
    ['muted', 'surface'],
    ['ink', 'tint'],
  ] as const)
    test(`the text of choices has a contrast of 4.5:1 in ${theme}: ${text} on ${background}`, () => {
      expect(contrastOf(of(text), of(background))).toBeGreaterThanOrEqual(4.5)
    })
  for (const [state, background] of [
    ['action', 'tint'],
    ['action', 'surface'],
    ['action', 'paper'],
    ['good', 'tint'],
  ] as const)
    test(`the state of choices has a contrast of 3:1 in ${theme}: ${state} on ${background}`, () => {
      expect(contrastOf(of(state), of(background))).toBeGreaterThanOrEqual(3)
    })
}

// In the dark theme, a lit doorway has its own light background.
for (const [text, background] of [
  ['ink', 'surface'],
  ['muted', 'surface'],
  ['action', 'surface'],
  ['action-strong', 'tint'],
  ['muted', 'tint'],
  ['on-action', 'action'],
] as const)
  test(`text in a lit doorway has a contrast of 4.5:1 in the dark theme: ${text} on ${background}`, () => {
    const colours = coloursOf('.dark .lit')
    expect(contrastOf(colours.get(text) ?? '', colours.get(background) ?? '')).toBeGreaterThanOrEqual(4.5)
  })

test('pressable elements have the border of a control, not of a rule', () => {
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const faint = files.filter((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split('\n')
      .some((line) => /\bborder-line\b/.test(line) && /hover:border-/.test(line)),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(faint).toEqual([])
})
