// The one client. Never imported by a public page's first load: those import it when they need it.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../../supabase/functions/_shared/database.types.ts'
import { readSiteConfig } from './config.ts'

const { supabaseUrl, supabaseKey } = readSiteConfig()

export const supabase = createClient<Database>(supabaseUrl, supabaseKey)

/** Keeps nothing and tells nobody: for what must not touch the session. */
export const createPassingClient = () =>
  createClient<Database>(supabaseUrl, supabaseKey, {
    auth: { storageKey: 'passing', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
