// A timer for hidden tabs, because browsers throttle timers there to one per minute.
import { HEARTBEAT_MS } from '../../../../../supabase/functions/_shared/rules.ts'

setInterval(() => postMessage('beat'), HEARTBEAT_MS)
