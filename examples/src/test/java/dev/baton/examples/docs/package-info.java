/** The code that the documents show, and the tests that compare it with the documents. */
@NullMarked
package dev.baton.examples.docs;

import org.jspecify.annotations.NullMarked;
