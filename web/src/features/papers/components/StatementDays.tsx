import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { TextField } from '#/ui/TextField'
import { type PaperSearch, type PaperType, paperQuery } from '../papers'

interface StatementDaysProps {
  type: PaperType
  search: PaperSearch
}

type Days = Required<Pick<PaperSearch, 'from' | 'to'>>

const schema = v.object({ from: v.string(), to: v.string() })

/**
 * The days of a statement, with fields to change them.
 * If the server refuses the days, the statement stays as it is.
 */
export function StatementDays({ type, search }: StatementDaysProps) {
  const customer = useCustomerId()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery(paperQuery(customer, type, search))
  const [typed, setTyped] = useState<Partial<Days>>({})
  const form = useForm({
    schema,
    initialValues: { from: search.from ?? data?.from ?? '', to: search.to ?? data?.to ?? '', ...typed },
    onChange: (part: Partial<Days>) => setTyped((before) => ({ ...before, ...part })),
    async send({ from, to }) {
      const days = { from: from || undefined, to: to || undefined }
      await queries.ensureQueryData(paperQuery(customer, type, { ...search, ...days }))
      setTyped({})
      await navigate({ to: '.', search: (before) => ({ ...before, ...days }), replace: true })
    },
  })
  const { answers, errors } = form
  return (
    <form {...form.props} className="flex flex-wrap items-start gap-3 pb-5 print:hidden">
      <TextField
        label={m.papers_from()}
        type="date"
        value={answers.from}
        error={errors.from}
        onChange={({ target }) => form.change({ from: target.value })}
      />
      <TextField
        label={m.papers_to()}
        type="date"
        value={answers.to}
        error={errors.to}
        onChange={({ target }) => form.change({ to: target.value })}
      />
      <Button type="submit" variant="secondary" className="mt-7" busy={form.busy}>
        {m.papers_show_days()}
      </Button>
      <InlineError>{form.submitError}</InlineError>
    </form>
  )
}
