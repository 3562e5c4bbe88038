// Reads and changes the content that admins add to the pages: lists, drafts and versions.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ByLanguage } from '../../../domain/site-content.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { AppError, type ErrorTexts, unwrap } from '../../../lib/errors.ts'
import type { Body } from './content-input.ts'
import { type Kind, NAME_KEYS } from './kinds.ts'

const CONTENT = ['site-content']
/** Above the maximum number that the database accepts. */
const MAX_LISTED = 300

export const CONTENT_ERRORS: ErrorTexts = {
  content_changed: 'site.changedMeanwhile',
  content_gone: 'content.gone',
  content_invalid: 'site.refused',
  slug_taken: 'content.slugTaken',
  slug_is_published: 'content.slugPublished',
  too_many_entries: 'content.tooMany',
  version_gone: 'content.versionGone',
  '53100': 'site.diskFull',
}

interface Draft {
  version: number
  updated_at: string
  updated_by: string | null
}

export interface ListedEntry {
  id: string
  slug: string | null
  published_at: string | null
  names: ByLanguage
  /** Only for questions. */
  category: string | null
  /** Only for notices. */
  from: string | null
  until: string | null
  /** The first photo of a project. */
  photo: string | null
  draft: Draft
  /** Whether the draft equals the published version. */
  isUpToDate: boolean
}

export interface Entry {
  id: string
  kind: Kind
  slug: string | null
  /** The published body, or null. */
  body: Body | null
  published_at: string | null
  draft: Draft & { body: Body; preview_until: string }
}

type Listed = 'names' | 'category' | 'from' | 'until' | 'photo'
interface ListedRow extends Pick<ListedEntry, 'id' | 'slug' | 'published_at'> {
  body_md5: string | null
  draft: Draft & Pick<ListedEntry, Listed> & { body_md5: string }
}

async function listContent(kind: Kind) {
  const facts = `names:body->${NAME_KEYS[kind]}, category:body->>category, from:body->>from, until:body->>until, photo:body->photos->0->>path`
  const rows = unwrap(
    await supabase
      .from('site_content')
      .select(`id, slug, published_at, body_md5, draft:site_content_drafts!inner(version, updated_at, updated_by, body_md5, ${facts})`)
      .eq('kind', kind)
      .order('position')
      .order('id')
      .limit(MAX_LISTED),
  ) as unknown as ListedRow[]
  return rows.map(({ id, slug, published_at, body_md5, draft: { version, updated_at, updated_by, ...shown } }): ListedEntry => {
    const { names, category, from, until, photo } = shown
    const draft = { version, updated_at, updated_by }
    return { id, slug, published_at, names, category, from, until, photo, draft, isUpToDate: body_md5 === shown.body_md5 }
  })
}

export const contentList = (kind: Kind) => queryOptions({ queryKey: [...CONTENT, 'list', kind], queryFn: () => listContent(kind) })

/** Null if the entry does not exist. */
export async function loadEntry(id: string) {
  return unwrap(
    await supabase
      .from('site_content')
      .select('id, kind, slug, body, published_at, draft:site_content_drafts!inner(body, version, updated_at, updated_by, preview_until)')
      .eq('id', id)
      .maybeSingle(),
  ) as Entry | null
}

/** Loaded each time its editor is opened, and updated by the changes below. */
export const contentEntry = (id: string) =>
  queryOptions({ queryKey: [...CONTENT, 'entry', id], queryFn: () => loadEntry(id), gcTime: 0, staleTime: Infinity })

async function listVersions(id: string) {
  return unwrap(
    await supabase
      .from('site_content_versions')
      .select('number, published_at, published_by')
      .eq('content_id', id)
      .order('number', { ascending: false })
      .limit(10),
  )
}

export const contentVersions = (id: string) => queryOptions({ queryKey: [...CONTENT, 'versions', id], queryFn: () => listVersions(id) })

async function listNames(ids: string[]) {
  const people = unwrap(await supabase.from('profiles').select('user_id, first_name, last_name').in('user_id', ids).limit(ids.length))
  return new Map(people.map(({ user_id, first_name, last_name }) => [user_id, [first_name, last_name].filter(Boolean).join(' ')]))
}

/** The names of the people who saved or published. Deleted accounts have none. */
export function useEditors(people: (string | null)[]): ReadonlyMap<string | null, string> {
  const ids = [...new Set(people.filter((id) => id !== null))].toSorted()
  const { data } = useQuery({
    queryKey: [...CONTENT, 'names', ids],
    queryFn: () => listNames(ids),
    enabled: ids.length > 0,
    staleTime: Infinity,
  })
  return data ?? NOBODY
}

const NOBODY: ReadonlyMap<string | null, string> = new Map()

export interface DraftToSave {
  id: string
  kind: Kind
  slug: string | null
  body: Body
  version: number
}

async function saveDraft({ id, kind, slug, body, version }: DraftToSave) {
  return unwrap(
    await supabase.rpc('save_content_draft', {
      content_id: id,
      kind,
      // The generated types do not allow null, which notices need.
      slug: slug as string,
      body: body as never,
      version,
    }),
  )
}

/** Runs a change, then reloads the queries that it affects. The entry itself is reloaded before the mutation resolves. */
function useChange<Input extends { id: string }, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_, { id }) => client.fetchQuery({ ...contentEntry(id), staleTime: 0 }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...CONTENT, 'list'] })
      void client.invalidateQueries({ queryKey: [...CONTENT, 'versions'] })
    },
  })
}

export const useSaveDraft = () => useChange(saveDraft)
export const usePublish = () =>
  useChange(async ({ id, version }: { id: string; version: number }) =>
    unwrap(await supabase.rpc('publish_content', { content_id: id, version })),
  )
export const useWithdraw = () =>
  useChange(async ({ id }: { id: string }) => unwrap(await supabase.rpc('withdraw_content', { content_id: id })))
/** Creates the token for the address of the draft's preview, which is valid for some days. */
export const useSharePreview = () =>
  useChange(async ({ id }: { id: string }) => {
    const [shared] = unwrap(await supabase.rpc('share_content_preview', { content_id: id }))
    if (!shared) throw contentGone()
    return shared.token
  })
export const useRestore = () =>
  useChange(async ({ id, number, version }: { id: string; number: number; version: number }) =>
    unwrap(await supabase.rpc('restore_content', { content_id: id, number, version })),
  )

export function useDeleteEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => unwrap(await supabase.rpc('delete_content', { content_id: id })),
    onSuccess: (_, id) => client.setQueryData(contentEntry(id).queryKey, null),
    onSettled: () => void client.invalidateQueries({ queryKey: [...CONTENT, 'list'] }),
  })
}

export function useOrder(kind: Kind) {
  const client = useQueryClient()
  const { queryKey } = contentList(kind)
  const mutationKey = [...CONTENT, 'order', kind]
  return useMutation({
    mutationKey,
    // Runs one after the other, because a user may press a button several times.
    scope: { id: mutationKey.join() },
    mutationFn: async (entries: ListedEntry[]) => unwrap(await supabase.rpc('order_content', { kind, ids: entries.map(({ id }) => id) })),
    onMutate: async (entries) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, entries)
    },
    onSettled: () => (client.isMutating({ mutationKey }) > 1 ? undefined : client.invalidateQueries({ queryKey })),
  })
}

/** The error for an entry that somebody else has deleted. */
const contentGone = () => new AppError('content_gone')
