// Exists but is disabled.
import { report } from '../_shared/report.ts'

export default { fetch: report }
