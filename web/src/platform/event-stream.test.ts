import { expect, test } from 'vitest'
import { eventParser, type ServerEvent } from './event-stream'

function parse(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = []
  const feed = eventParser((event) => events.push(event))
  for (const piece of pieces) feed(piece)
  return events
}

const stream = 'event: revision\nid: 4\ndata: {"revision":4}\n\n: \n\nevent: changed\nid: 5\ndata: {"revision":5}\n\n'
const told = [
  { name: 'revision', id: '4', data: '{"revision":4}' },
  { name: 'changed', id: '5', data: '{"revision":5}' },
]

test('events come out in order, comments do not', () => {
  expect(parse(stream)).toEqual(told)
})

test.each(['\n', '\r\n', '\r'])('it does not matter how lines end and where the text is cut (%j)', (end) => {
  const text = `${stream.replaceAll('\n', end)}${end}:`
  expect(parse(...text)).toEqual(told)
  for (let cut = 1; cut < text.length; cut++) expect(parse(text.slice(0, cut), text.slice(cut))).toEqual(told)
})

test('an event without data is none, one without a name is a message', () => {
  expect(parse('event: changed\nid: 7\n\ndata\ndata: a\ndata:b\nunknown: x\n\n')).toEqual([
    { name: 'message', id: '7', data: '\na\nb' },
  ])
})

test('what is not finished is no event', () => {
  expect(parse('data: 1\n')).toEqual([])
})
