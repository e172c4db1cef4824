package autodebit

// LimitFor is limitFor for the tests of this folder.
var LimitFor = limitFor
