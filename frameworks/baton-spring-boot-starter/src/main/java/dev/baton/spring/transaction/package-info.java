/** Spring transactions for Baton: tasks commit with them, and Baton learns how they end. */
@NullMarked
package dev.baton.spring.transaction;

import org.jspecify.annotations.NullMarked;
