// The requests that every server is sent, and the people who send them.
import type { Shot } from '../load.ts'
import { CONTENT, type Person } from './content.ts'

export interface Operation {
  method: string
  path: (person: Person, draft: string) => string
  body?: string
  /** One of the person's drafts, a different one for every request. */
  takesDraft?: boolean
  isRead?: boolean
  /** A name that only the statement to copy contains. */
  names: string
}

const newest = (select: string, { id }: Person) => `/notes?select=${select}&owner_id=eq.${id}&order=created_at.desc&limit=20`

export const OPERATIONS: Record<string, Operation> = {
  read: { method: 'GET', path: (person) => newest('id,body,is_shared,created_at', person), isRead: true, names: 'notes' },
  embedded: { method: 'GET', path: (person) => newest('id,body,created_at,comments(id,body)', person), isRead: true, names: 'comments' },
  insert: { method: 'POST', path: () => '/entries', body: JSON.stringify({ body: 'An entry' }), names: 'entries' },
  update: {
    method: 'PATCH',
    path: (_, draft) => `/drafts?id=eq.${draft}`,
    body: JSON.stringify({ body: 'A change' }),
    takesDraft: true,
    names: 'drafts',
  },
  function: { method: 'POST', path: () => '/rpc/notes_about', body: JSON.stringify({ word: 'Note 7' }), names: 'notes_about' },
}

/** Creates the request for a turn. The people take turns. */
export type Shots = (name: string, operation: Operation, turn: number) => Shot

/** Headers by person. */
export function asClients(headersOf: Map<Person, Record<string, string>>): Shots {
  const { people } = CONTENT
  return (_, { method, path, body }, turn) => {
    const person = people[turn % people.length] ?? people[0]
    const draft = person.drafts[Math.floor(turn / people.length) % person.drafts.length] ?? ''
    return { method, headers: headersOf.get(person) ?? {}, body, path: `/rest/v1${path(person, draft)}` }
  }
}
