package autodebit

// LimitFor is limitFor for the tests in package autodebit_test.
var LimitFor = limitFor
