// The one client. Never imported by a public page's first load: those import it when they need it.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../supabase/functions/_shared/database.types.ts'
import { readSiteConfig } from './config.ts'

const { supabaseUrl, supabaseKey } = readSiteConfig()

// Trying again is the query client's business, or the person's: not both, one inside the other.
export const supabase = createClient<Database>(supabaseUrl, supabaseKey, { db: { retry: false } })

/** Keeps nothing and tells nobody: for what must not touch the session. */
export const createPassingClient = () =>
  createClient<Database>(supabaseUrl, supabaseKey, {
    auth: { storageKey: 'passing', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
