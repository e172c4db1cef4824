import { expect, test } from 'vitest'
import { contactsOf } from './vcard'

test('people with an Indian mobile number are found in files of every version', () => {
  const file = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E0=A4=B0=E0=A4=BE=E0=A4=B5;=E0=A4=86=E0=A4=B6=E0=A4=BE;;;',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E0=A4=86=E0=A4=B6=E0=A4=BE=20=E0=A4=B0=',
    '=E0=A4=BE=E0=A4=B5',
    'TEL;CELL:+91 90001-00001',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Khan;Bilal;;;',
    'item1.TEL;type=CELL:022 2222 3333',
    'item2.TEL;type=CELL:09000100002',
    'EMAIL;type=INTERNET:bilal@',
    ' example.in',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Iyer\\, Chitra',
    'TEL;VALUE=uri:tel:+919000100003',
    'END:VCARD',
    'BEGIN:VCARD',
    'FN:Office',
    'TEL:02212345678',
    'END:VCARD',
    'BEGIN:VCARD',
    'FN:Bilal again',
    'TEL:9000100002',
    'END:VCARD',
  ].join('\r\n')
  expect(contactsOf(file)).toEqual([
    { name: 'आशा राव', mobileNumber: '9000100001', email: undefined },
    { name: 'Bilal Khan', mobileNumber: '9000100002', email: 'bilal@example.in' },
    { name: 'Iyer, Chitra', mobileNumber: '9000100003', email: undefined },
  ])
})

test('what is no vCard has nobody in it', () => {
  for (const file of ['', 'hello', 'BEGIN:VCARD', 'TEL:9000100001\nFN:Nobody', '\u0000\u0001'])
    expect(contactsOf(file)).toEqual([])
})
