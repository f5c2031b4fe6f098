/** Baton in Kotlin's words. */
@file:JvmName("KotlinTasks")

package dev.baton.kotlin

import dev.baton.handler.Attempt
import dev.baton.handler.Outcome
import dev.baton.api.SignalType
import dev.baton.handler.TaskDefinition
import dev.baton.api.TaskHandle
import dev.baton.api.TaskType
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.reflect.KClass
import kotlin.reflect.KType
import kotlin.reflect.typeOf
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking

/**
 * The type of this name, of tasks that carry a [P]: `taskType<Payout>("PAY")`.
 *
 * @throws IllegalArgumentException if [P] is a generic type such as `List<Payout>`: codecs know only
 *   a class. `List<*>` and `Map<String, Any>` are permitted
 */
public inline fun <reified P : Any> taskType(name: String): TaskType<P, Void> =
    TaskType.of(name, classOf<P>())

/** As [taskType], of tasks that carry a [P] and answer an [R]. */
public inline fun <reified P : Any, reified R : Any> taskTypeReturning(name: String): TaskType<P, R> =
    TaskType.of(name, classOf<P>(), classOf<R>())

/**
 * The signal of this name, with values of class [T]: `signalType<Approval>("approval")`.
 *
 * @throws IllegalArgumentException as [taskType]
 */
public inline fun <reified T : Any> signalType(name: String): SignalType<T> =
    SignalType.of(name, classOf<T>())

@PublishedApi
internal inline fun <reified T : Any> classOf(): Class<T> {
  requireClass(typeOf<T>())
  return T::class.java
}

@PublishedApi
internal fun requireClass(type: KType) {
  require(isClass(type)) {
    "Codecs know only a class, and lose what is in the brackets of " +
        type.toString().removeSuffix(" (Kotlin reflection is not available)") +
        ". Take a class that has it as a component, such as" +
        " data class Payouts(val payouts: List<Payout>)"
  }
}

/** Whether its class says all there is to know of a type. */
private fun isClass(type: KType): Boolean {
  val raw = (type.classifier as? KClass<*>)?.java
  return type.arguments.withIndex().all { (index, argument) ->
    val inner = argument.type
    when {
      inner == null || inner.classifier == Any::class -> true
      raw?.isArray == true -> isClass(inner)
      else -> raw == Map::class.java && index == 0 && inner.classifier == String::class
    }
  }
}

/**
 * Suspends until the task has ended, and returns its result. A task that is FAILED or CANCELLED
 * throws a [dev.baton.api.error.TaskNotDoneException]. A caller that stops waiting doesn't cancel
 * the task.
 *
 * @throws IllegalStateException if this thread is still in the transaction that adds the task: the
 *   wait would never end
 */
public suspend fun <R : Any> TaskHandle<R>.awaitResult(): R? {
  val result = result()
  try {
    result.get(0, TimeUnit.NANOSECONDS) // refuses to wait inside of the adding transaction
  } catch (notYet: TimeoutException) {
    // The usual case.
  } catch (failed: ExecutionException) {
    // Thrown below, unwrapped.
  }
  return result.await()
}

/**
 * A function that suspends runs the tasks: `TaskDefinition.of(PAY).suspending { payout, attempt -> … }`.
 *
 * The coroutine ends with its attempt: where the task is cancelled, its deadline is over, its lease
 * is lost or the node stops, the function's next suspension throws a
 * [kotlinx.coroutines.CancellationException]. A thread of Baton's waits for the coroutine: a
 * virtual one, from Java 21 on.
 *
 * @param context where the coroutine runs, such as `Dispatchers.IO`; on the attempt's own thread if
 *   it names no dispatcher
 */
public fun <P : Any> TaskDefinition.WithoutResult<P>.suspending(
    context: CoroutineContext = EmptyCoroutineContext,
    handler: suspend (payload: P, attempt: Attempt) -> Unit,
): TaskDefinition<P, Void> = handler { payload, attempt ->
  runBlocking(context) { handler(payload, attempt) }
}

/** As the other [suspending]; the function returns the task's result. */
public fun <P : Any, R : Any> TaskDefinition.WithResult<P, R>.suspending(
    context: CoroutineContext = EmptyCoroutineContext,
    handler: suspend (payload: P, attempt: Attempt) -> R,
): TaskDefinition<P, R> = handler { payload, attempt ->
  runBlocking(context) { handler(payload, attempt) }
}

/** As [suspending]; the function returns how the attempt ended. */
public fun <P : Any, R : Any> TaskDefinition.Start<P, R>.suspendingOutcome(
    context: CoroutineContext = EmptyCoroutineContext,
    handler: suspend (payload: P, attempt: Attempt) -> Outcome<R>,
): TaskDefinition<P, R> = outcome { payload, attempt ->
  runBlocking(context) { handler(payload, attempt) }
}
