// A clock for hidden tabs, whose own timers browsers slow down to one a minute.
import { HEARTBEAT_MS } from '../../../../../supabase/functions/_shared/rules.ts'

setInterval(() => postMessage('beat'), HEARTBEAT_MS)
