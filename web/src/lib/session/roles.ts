import { supabase } from '../data/supabase.ts'

export const readRoles = async (userId: string) => supabase.from('user_roles').select('role').eq('user_id', userId)
