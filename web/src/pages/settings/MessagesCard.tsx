import { useCustomerId } from '#/api/customer'
import { getLocale, m } from '#/copy'
import { channelName } from '#/features/session/channels'
import { type Message, messagesQuery } from '#/features/session/messages'
import { formatMoment } from '#/kit/dates'
import { InfiniteList } from '#/kit/InfiniteList'
import { isDirectLogin } from '#/state/session'
import { Card } from '#/ui/Card'
import { Disclosure } from '#/ui/Disclosure'
import { EmptyState } from '#/ui/EmptyState'
import { SpinnerBlock } from '#/ui/Spinner'

/** The messages that the customer was sent, and on which channels. Agents do not see them. */
export function MessagesCard() {
  return isDirectLogin() ? null : <Messages />
}

function Messages() {
  return (
    <Card title={m.settings_told()}>
      <p className="pb-4 text-muted">{m.settings_told_note()}</p>
      <InfiniteList
        query={messagesQuery(useCustomerId())}
        pending={<SpinnerBlock label={m.settings_told_loading()} />}
        failed={m.settings_told_failed()}
        status={(pages) => m.settings_told_shown({ count: pages.flatMap(({ messages }) => messages).length })}
        label={m.settings_told_more()}
        byButtonOnly
      >
        {(pages, end) => {
          const messages = pages.flatMap((page) => page.messages)
          if (messages.length === 0) return <EmptyState title={m.settings_told_none()} />
          return (
            <>
              {messages.some(({ language }) => language !== getLocale()) && (
                <p className="pb-4 text-muted text-support">{m.settings_told_language()}</p>
              )}
              <ul className="grid divided">
                {messages.map((message) => (
                  <li key={message.id} className="py-1">
                    <OneMessage {...message} />
                  </li>
                ))}
              </ul>
              {end}
            </>
          )
        }}
      </InfiniteList>
    </Card>
  )
}

function OneMessage({ at, language, subject, body, ways }: Message) {
  return (
    <Disclosure
      summary={
        <span className="wrap-anywhere grid py-2">
          <span lang={language}>{subject}</span>
          <span className="font-normal text-muted text-support">{at && formatMoment(at)}</span>
        </span>
      }
    >
      <p lang={language} className="wrap-anywhere whitespace-pre-line">
        {body}
      </p>
      <p className="pt-2 text-muted text-support">{ways.map(wayOf).join(', ')}</p>
    </Disclosure>
  )
}

function wayOf(way: Message['ways'][number]) {
  const name = channelName(way)
  return way.state === 'failed' ? m.settings_told_way_failed({ way: name }) : name
}
