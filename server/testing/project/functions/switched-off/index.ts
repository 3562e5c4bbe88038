// There, but not in service.
import { report } from '../_shared/report.ts'

export default { fetch: report }
