// The schema of the fuzzed database: tables with columns and relations, and functions.
import type fc from 'fast-check'

export type Text = fc.Arbitrary<string>
export type Kind = 'int' | 'text' | 'numeric' | 'bool' | 'uuid' | 'date' | 'json' | 'list' | 'range' | 'days'
export interface Resource {
  columns: Record<string, Kind>
  /** The names that can be embedded, with the table behind each. */
  related: Record<string, string>
}

export const RESOURCES: Record<string, Resource> = {
  notes: { columns: { id: 'uuid', owner_id: 'uuid', body: 'text', is_shared: 'bool', created_at: 'date' }, related: {} },
  loans: {
    columns: { id: 'int', book_id: 'int', owner_id: 'uuid', remark: 'text' },
    related: { books: 'books', long_books: 'long_books', book_id: 'books' },
  },
  members: {
    columns: { owner_id: 'uuid', nickname: 'text', secret: 'text', favourite: 'int', secret_of: 'text' },
    related: { books: 'books', favourite: 'books', long_books: 'long_books' },
  },
  shared_notes: { columns: { id: 'uuid', body: 'text', owner_id: 'uuid' }, related: {} },
  note_counts: { columns: { owner_id: 'uuid', notes: 'int' }, related: {} },
  suggestions: { columns: { id: 'int', body: 'text' }, related: {} },
  shelves: {
    columns: { id: 'int', name: 'text', parent_id: 'int' },
    related: { books: 'books', shelves: 'shelves', parent_id: 'shelves', 'shelves!parent_id': 'shelves' },
  },
  authors: {
    columns: { id: 'int', name: 'text', born: 'date' },
    related: { 'books!author_id': 'books', 'books!books_editor_fkey': 'books', books: 'books', long_books: 'long_books' },
  },
  books: {
    columns: {
      id: 'int',
      title: 'text',
      isbn: 'text',
      author_id: 'int',
      editor_id: 'int',
      shelf_id: 'int',
      pages: 'int',
      price: 'numeric',
      languages: 'list',
      ages: 'range',
      meta: 'json',
      is_lent: 'bool',
      added_at: 'date',
      blurb: 'text',
    },
    related: {
      'authors!author_id': 'authors',
      'authors!books_editor_fkey': 'authors',
      author_id: 'authors',
      authors: 'authors',
      shelves: 'shelves',
      covers: 'covers',
      tags: 'tags',
      book_tags: 'book_tags',
      loans: 'loans',
      members: 'members',
      same_author: 'books',
    },
  },
  covers: { columns: { book_id: 'int', color: 'text' }, related: { books: 'books', long_books: 'long_books' } },
  tags: { columns: { id: 'int', name: 'text' }, related: { books: 'books', book_tags: 'book_tags', 'books!book_tags': 'books' } },
  book_tags: { columns: { book_id: 'int', tag_id: 'int' }, related: { books: 'books', tags: 'tags', long_books: 'long_books' } },
  closures: { columns: { id: 'int', during: 'days' }, related: {} },
  long_books: {
    columns: { id: 'int', title: 'text', author_id: 'int' },
    related: { authors: 'authors', loans: 'loans', tags: 'tags', covers: 'covers', members: 'members' },
  },
}

/** Functions and their arguments. `gives` is the table whose columns can be selected from the result. */
export const FUNCTIONS: Record<string, { takes: Record<string, Kind>; gives?: string }> = {
  add: { takes: { a: 'int', b: 'int' } },
  first_book: { takes: {}, gives: 'books' },
  books_by: { takes: { author: 'text' }, gives: 'books' },
  shelf_sizes: { takes: {}, gives: 'shelves' },
  nothing: { takes: {} },
  joined: { takes: { words: 'list' } },
  echo: { takes: {} },
  overloaded: { takes: { a: 'int', b: 'text' } },
  ambiguous: { takes: { a: 'int' } },
  add_tags: { takes: { names: 'list' }, gives: 'tags' },
  whoami: { takes: {} },
  refuse: { takes: { code: 'text', message: 'text', detail: 'text', hint: 'text' } },
  answer_with: { takes: { status: 'text', headers: 'text' } },
  blurb: { takes: { book: 'json' } },
  same_author: { takes: { book: 'json' }, gives: 'books' },
  secret_of: { takes: { member: 'json' } },
  open_vault: { takes: {} },
}
