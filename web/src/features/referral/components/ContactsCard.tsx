import { useMutation, useQuery } from '@tanstack/react-query'
import { BookUser, FileUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useChanged } from '#/api/changed'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { useForm } from '#/kit/form'
import { QueryContent } from '#/kit/QueryContent'
import { toast } from '#/platform/toast'
import { formatMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { Chip } from '#/ui/Chip'
import { FieldError } from '#/ui/Field'
import { IconButton } from '#/ui/IconButton'
import { PhoneField } from '#/ui/PhoneField'
import { SpinnerBlock } from '#/ui/Spinner'
import { TextField } from '#/ui/TextField'
import { chooseContacts, hasAddressBook } from '../address-book'
import { contactsQuery } from '../queries'
import {
  addContacts,
  type Contact,
  contactSchema,
  inviteContacts,
  MOST_ADDED,
  MOST_INVITED,
  type NewContact,
  removeContact,
} from '../referrals'
import { contactsOf } from '../vcard'

/**
 * The friends whom the customer saved to invite, with consent.
 * They are typed in, or come from the phone or a file.
 */
export function ContactsCard() {
  const contacts = useQuery(contactsQuery(useCustomerId()))
  return (
    <Card title={m.referral_contacts_title({ count: contacts.data?.count ?? 0 })}>
      <div className="grid gap-5">
        <p className="text-muted">{m.referral_contacts_note()}</p>
        <QueryContent
          query={contacts}
          pending={<SpinnerBlock label={m.kit_loading()} />}
          failed={m.referral_contacts_failed()}
          age={dataAge}
        >
          {({ contacts: list }) => <ContactList contacts={list} />}
        </QueryContent>
        <AddContacts />
      </div>
    </Card>
  )
}

function ContactList({ contacts }: { contacts: Contact[] }) {
  const changed = useChanged()
  const [ticked, setTicked] = useState<number[]>([])
  const invite = useMutation({
    mutationFn: inviteContacts,
    onSuccess: ({ invited }) => {
      toast.success(m.referral_contacts_invited({ count: invited }))
      setTicked([])
      return changed('contacts', 'referrals')
    },
  })
  const remove = useMutation({ mutationFn: removeContact, onSuccess: () => changed('contacts') })
  if (contacts.length === 0) return null
  const tick = (id: number) =>
    setTicked((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]))
  const chosen = contacts.filter(({ id, invited }) => ticked.includes(id) && !invited).map(({ id }) => id)
  return (
    <div className="grid gap-3">
      <ul className="grid divided">
        {contacts.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            ticked={ticked.includes(contact.id)}
            onTick={() => tick(contact.id)}
            onRemove={() => remove.mutate(contact.id)}
          />
        ))}
      </ul>
      <ActionError
        error={remove.error}
        busy={remove.isPending}
        onRetry={() => remove.variables !== undefined && remove.mutate(remove.variables)}
      />
      <ActionError error={invite.error} busy={invite.isPending} onRetry={() => invite.mutate(chosen)} />
      {chosen.length > MOST_INVITED && <FieldError>{m.referral_contacts_most({ most: MOST_INVITED })}</FieldError>}
      {chosen.length > 0 && chosen.length <= MOST_INVITED && (
        <Button className="justify-self-start" busy={invite.isPending} onClick={() => invite.mutate(chosen)}>
          {m.referral_contacts_invite({ count: chosen.length })}
        </Button>
      )}
    </div>
  )
}

interface ContactRowProps {
  contact: Contact
  ticked: boolean
  onTick(): void
  onRemove(): void
}

function ContactRow({ contact: { name, mobileNumber, email, invited }, ticked, onTick, onRemove }: ContactRowProps) {
  const reach = [formatMobile(mobileNumber), email].filter(Boolean).join(' · ')
  return (
    <li className="flex items-center gap-3 py-2">
      {invited ? (
        <ContactText name={name} reach={reach} />
      ) : (
        <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
          <input
            type="checkbox"
            className="choice focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-2"
            checked={ticked}
            onChange={onTick}
          />
          <ContactText name={name} reach={reach} />
        </label>
      )}
      {invited && <Chip>{m.referral_state_invited()}</Chip>}
      <IconButton
        label={m.referral_contacts_remove({ name })}
        icon={<Trash2 aria-hidden="true" className="size-5" />}
        onClick={onRemove}
      />
    </li>
  )
}

function ContactText({ name, reach }: { name: string; reach: string }) {
  return (
    <span className="grid min-w-0 flex-1">
      <span className="wrap-anywhere font-semibold">{name}</span>
      <span className="wrap-anywhere text-muted text-support">{reach}</span>
    </span>
  )
}

function AddContacts() {
  const changed = useChanged()
  const form = useForm({
    schema: contactSchema,
    initialValues: { name: '', mobileNumber: '', consent: false as boolean },
    send: async ({ name, mobileNumber }) => {
      await addContacts([{ name, mobileNumber }])
      form.change({ name: '', mobileNumber: '' })
      await changed('contacts')
    },
  })
  const consent = form.answers.consent
  const keepFound = async (found: NewContact[]) => {
    if (!consent) return form.showErrors({ consent: m.referral_consent_missing() })
    await addContacts(found)
    await changed('contacts')
  }
  return (
    <div className="grid gap-4">
      <form {...form.props} className="grid gap-4">
        <div className="grid gap-4 desktop:grid-cols-2">
          <TextField
            label={m.referral_name()}
            name="name"
            autoComplete="off"
            maxLength={100}
            value={form.answers.name}
            error={form.errors.name}
            onChange={(event) => form.change({ name: event.target.value })}
          />
          <PhoneField
            label={m.referral_mobile()}
            name="mobileNumber"
            autoComplete="off"
            value={form.answers.mobileNumber}
            error={form.errors.mobileNumber ?? form.submitError}
            onValueChange={(mobileNumber) => form.change({ mobileNumber })}
          />
        </div>
        <div className="grid gap-1.5">
          <label className="flex min-h-11 items-start gap-3">
            <input
              type="checkbox"
              name="consent"
              className="choice mt-0.5 focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-offset-2"
              checked={consent}
              aria-invalid={form.errors.consent ? true : undefined}
              onChange={(event) => form.change({ consent: event.target.checked })}
            />
            <span>{m.referral_consent()}</span>
          </label>
          {form.errors.consent && <FieldError>{form.errors.consent}</FieldError>}
        </div>
        <Button type="submit" variant="secondary" busy={form.busy} className="justify-self-start">
          {m.referral_contacts_add()}
        </Button>
      </form>
      <FromElsewhere onFound={keepFound} />
    </div>
  )
}

/** Imports contacts from the phone's address book, or from a vCard file. */
function FromElsewhere({ onFound }: { onFound(found: NewContact[]): Promise<unknown> }) {
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({
    mutationFn: async (find: () => Promise<NewContact[]>) => {
      const found = await find()
      if (found.length === 0) return toast.error(m.referral_contacts_none_found())
      await onFound(found.slice(0, MOST_ADDED))
    },
  })
  const read = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) add.mutate(async () => contactsOf(await file.text()))
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {hasAddressBook() && (
          <Button variant="secondary" busy={add.isPending} onClick={() => add.mutate(chooseContacts)}>
            <BookUser aria-hidden="true" className="size-5" />
            {m.referral_contacts_from_phone()}
          </Button>
        )}
        <Button variant="secondary" busy={add.isPending} onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" className="size-5" />
          {m.referral_contacts_from_file()}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".vcf,text/vcard"
          hidden
          aria-label={m.referral_contacts_from_file()}
          onChange={read}
        />
      </div>
      {add.error && <FieldError>{add.error.message}</FieldError>}
    </div>
  )
}
