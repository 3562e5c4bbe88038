// Tokenizes the query string's syntax: names, quoted names, punctuation.
export class Scanner {
  readonly text: string
  at = 0
  readonly #fail: (expected: string) => Error

  constructor(text: string, fail: (expected: string) => Error) {
    this.text = text
    this.#fail = fail
  }

  get isAtEnd() {
    return this.at >= this.text.length
  }

  fail(expected: string): never {
    throw this.#fail(`expected ${expected} at position ${this.at + 1}`)
  }

  peek(literal: string) {
    return this.text.startsWith(literal, this.at)
  }

  /** Consumes the literal if it comes next. */
  take(literal: string) {
    if (!this.peek(literal)) return false
    this.at += literal.length
    return true
  }

  expect(literal: string) {
    if (!this.take(literal)) this.fail(`"${literal}"`)
  }

  /** Consumes the match of a sticky pattern at this position. */
  match(pattern: RegExp) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  skipBlanks() {
    this.match(/\s*/y)
  }

  /** A name in PostgREST's syntax: quoted, or made of letters, digits, _, $, inner spaces, and - unless an arrow follows. */
  name(what = 'a name') {
    if (this.peek('"')) return this.quoted()
    const found = this.match(/(?:[\p{L}\p{N}_$]|-(?!>)|\s+(?=[\p{L}\p{N}_$]))+/uy)?.trim()
    if (!found) this.fail(what)
    return found
  }

  /** A quoted name, with \" and \\ as escapes. */
  quoted() {
    const found = this.match(/"(?:[^"\\]|\\.)*"/sy)
    if (found === undefined) this.fail('a closing quote')
    return found.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
  }
}

export type JsonPath = { arrow: '->' | '->>'; key: string | number }[]

/** A JSON path such as ->a->0->>b. */
export function takeJsonPath(scanner: Scanner): JsonPath {
  const path: JsonPath = []
  while (scanner.peek('->')) {
    const arrow = scanner.take('->>') ? '->>' : (scanner.expect('->'), '->')
    const index = scanner.match(/-?\d+(?![^\s,:.)>-])/y)
    path.push({ arrow, key: index === undefined ? scanner.name('a key') : Number(index) })
  }
  return path
}
