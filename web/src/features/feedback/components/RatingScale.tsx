import { m } from '#/copy'
import { cx } from '#/shared/cx'
import { type Band, bandOf, RATINGS } from '../model'

interface RatingScaleProps {
  /** 0 while nothing is chosen. */
  rating: number
  onRate(rating: number): void
}

const looks: Record<Band, string> = {
  low: 'has-checked:bg-danger has-checked:text-on-danger',
  moderate: 'has-checked:bg-orange has-checked:text-on-orange',
  average: 'has-checked:bg-accent has-checked:text-on-accent',
  'very-likely': 'has-checked:bg-success has-checked:text-surface',
}

function bandWord(band: Band): string {
  const words: Record<Band, () => string> = {
    low: m.feedback_band_low,
    moderate: m.feedback_band_moderate,
    average: m.feedback_band_average,
    'very-likely': m.feedback_band_very_likely,
  }
  return words[band]()
}

/** Ten radio buttons in a row. The chosen one takes the colour of its band, and the band is also named. */
export function RatingScale({ rating, onRate }: RatingScaleProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="visually-hidden">{m.feedback_scale()}</legend>
      <div className="grid grid-cols-10 gap-0.5 desktop:gap-2">
        {RATINGS.map((value) => (
          <label
            key={value}
            data-band={bandOf(value)}
            className={cx(
              'tabular grid min-h-11 cursor-pointer place-items-center rounded-chip bg-sunken font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              looks[bandOf(value)],
            )}
          >
            <input
              type="radio"
              name="rating"
              className="visually-hidden"
              aria-label={m.feedback_rating({ rating: value })}
              checked={rating === value}
              onChange={() => onRate(value)}
            />
            <span aria-hidden="true">{value}</span>
          </label>
        ))}
      </div>
      <p aria-live="polite" className="min-h-5 text-center font-semibold text-support">
        {rating > 0 && bandWord(bandOf(rating))}
      </p>
    </fieldset>
  )
}
