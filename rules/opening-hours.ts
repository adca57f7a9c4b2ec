const opensAt = 9
const closesAt = 22
const sunday = 0

export function isOpen(at: Date): boolean {
  const hour = at.getUTCHours()
  return at.getUTCDay() !== sunday && hour >= opensAt && hour < closesAt
}
