@org.jspecify.annotations.NullMarked
package dev.baton.management.incidents;
