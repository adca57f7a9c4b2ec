import { Picture } from '../ui/picture.tsx'

/** A product as large as a stamp, beside its name. */
export function Thumbnail({ address, className }: { address: string | undefined; className?: string }) {
  const source = address ? { src: address, width: 160, height: 200 } : null
  return <Picture source={source} alt="" ratio="4/5" eager className={className} />
}
