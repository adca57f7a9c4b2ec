import type { DatabaseLog } from '../platform/database/database-log.ts'

export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} }
