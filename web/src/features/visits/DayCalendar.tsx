import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { type ClassNames, DayPicker, type Formatters, type Labels, type Modifiers } from 'react-day-picker'
import { m } from '#/copy'
import { formatDay, formatMonthYear, formatWeekday, formatWholeDay } from '#/kit/dates'
import { FieldError } from '#/ui/Field'
import { iconButtonClass } from '#/ui/IconButton'
import type { DayWindow } from './pickup-days'

export interface DayCalendarProps {
  label: string
  /** YYYY-MM-DD, like the argument of `onChange`. */
  value?: string
  window: DayWindow
  /** Why the chosen day is not accepted. */
  error?: string
  onChange(day: string): void
}

/** The calendar counts in local days. Noon keeps the date the same in every time zone. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function dayLabel(date: Date, { holiday, selected }: Modifiers): string {
  const day = formatWholeDay(toDay(date)) ?? ''
  return [day, holiday && m.visits_holiday(), selected && m.visits_chosen()].filter(Boolean).join(', ')
}

const labels: Partial<Labels> = {
  labelDayButton: dayLabel,
  labelGrid: (date) => formatMonthYear(toDay(date)) ?? '',
  labelWeekday: (date) => formatWeekday(toDay(date), 'long') ?? '',
  labelNav: () => m.visits_months(),
  labelPrevious: () => m.visits_previous(),
  labelNext: () => m.visits_next(),
}

const formatters: Partial<Formatters> = {
  formatCaption: (date) => formatMonthYear(toDay(date)) ?? '',
  formatWeekdayName: (date) => formatWeekday(toDay(date), 'narrow') ?? '',
  formatDay: (date) => String(date.getDate()),
}

const classNames: Partial<ClassNames> = {
  root: 'relative rounded-card border-[1.5px] border-line p-3',
  nav: 'absolute inset-x-3 top-3 flex justify-between',
  button_previous: iconButtonClass,
  button_next: iconButtonClass,
  month_caption: 'grid h-12 place-items-center font-semibold',
  month_grid: 'w-full table-fixed',
  weekday: 'py-2 font-normal text-label text-subtle',
  day: 'p-0.5 text-center',
  day_button:
    'tabular inline-grid aspect-square w-full max-w-12 min-h-10 place-items-center rounded-control font-semibold hover:bg-brand-soft disabled:cursor-not-allowed disabled:bg-transparent disabled:font-normal disabled:text-subtle',
  selected: '[&>button]:bg-brand [&>button]:text-on-brand [&>button:hover]:bg-brand-hover',
  outside: 'invisible',
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden="true" className="size-5" />
}

/** A monthly calendar to choose a day. Days outside the window and holidays cannot be chosen. */
export function DayCalendar({ label, value, window, error, onChange }: DayCalendarProps) {
  const id = useId()
  const holidays = window.holidays.map(toDate)
  const described = [error && `${id}-error`, holidays.length > 0 && id].filter(Boolean).join(' ')
  const first = toDate(window.first)
  const last = toDate(window.last)
  return (
    <fieldset
      className="grid gap-1.5"
      aria-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
    >
      <legend className="pb-1.5 font-semibold text-support">{label}</legend>
      <DayPicker
        mode="single"
        required
        selected={value ? toDate(value) : undefined}
        onSelect={(date) => onChange(toDay(date))}
        startMonth={new Date(first.getFullYear(), first.getMonth())}
        endMonth={last}
        defaultMonth={toDate(value ?? window.first)}
        disabled={[{ before: first }, { after: last }, ...holidays]}
        modifiers={{ holiday: holidays }}
        modifiersClassNames={{ holiday: '[&>button]:line-through' }}
        labels={labels}
        formatters={formatters}
        classNames={classNames}
        components={{ Chevron }}
      />
      {holidays.length > 0 && (
        <p id={id} className="text-label text-subtle">
          {m.visits_nobody({ days: window.holidays.map((day) => formatDay(day)).join(', ') })}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
