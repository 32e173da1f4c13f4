package lang

// Directions are the words for directions.
var Directions = directions
