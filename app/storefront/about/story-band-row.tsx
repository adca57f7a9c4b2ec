import { classNames } from '#app/ui/class-names.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { StoryBand } from '../content/about-story.ts'
import { LinkedText } from '../content/linked-text.tsx'
import { findStoryPicture } from './story-pictures.ts'

type StoryBandRowProps = {
  band: StoryBand
  /** Where the picture stands on wide screens; on phones it is always above its text. */
  side: 'left' | 'right'
  isFirstSeen: boolean
}

export function StoryBandRow({ band, side, isFirstSeen }: StoryBandRowProps) {
  const picture = findStoryPicture(band.id)
  return (
    <section aria-labelledby={band.id} className="grid items-center gap-5 lg:grid-cols-2 lg:gap-14">
      {picture && (
        <Picture
          source={picture.source}
          alt={picture.alt}
          ratio={picture.ratio}
          sizes="(min-width: 64rem) 35rem, (min-resolution: 2.1dppx) 60vw, 92vw"
          priority={isFirstSeen}
          className={classNames('rounded-card', side === 'right' && 'lg:order-last')}
        />
      )}
      <div>
        <h2 id={band.id}>{band.heading}</h2>
        {band.paragraphs.map((words) => (
          <p key={words} className="mt-4 text-lg">
            <LinkedText>{words}</LinkedText>
          </p>
        ))}
      </div>
    </section>
  )
}
